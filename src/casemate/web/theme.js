// Before anything is painted: the visitor's own choice of light or dark. Without one the page follows the system.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch { /* a browser that keeps nothing follows the system */ }
