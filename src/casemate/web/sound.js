// Sounds made on the spot: wood, iron, dice and a few soft notes. Nothing is loaded.

import { kept } from "./page.js";

let air;

function tone(pitch, at, length, volume, kind = "triangle") {
  const source = new OscillatorNode(air, { type: kind, frequency: pitch });
  shape(source, at, length, volume);
  source.frequency.exponentialRampToValueAtTime(pitch * 0.8, at + length);
}

function noise(pitch, at, length, volume) {
  const buffer = air.createBuffer(1, air.sampleRate * length, air.sampleRate);
  const grain = buffer.getChannelData(0);
  for (let n = 0; n < grain.length; n++) grain[n] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(air, { buffer });
  const filter = new BiquadFilterNode(air, { type: "bandpass", frequency: pitch, Q: 1.2 });
  source.connect(filter);
  shape(source, at, length, volume, filter);
}

function shape(source, at, length, volume, last = source) {
  const gain = new GainNode(air, { gain: 0 });
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  last.connect(gain).connect(air.destination);
  source.start(at);
  source.stop(at + length);
}

const SOUNDS = {
  move: (t) => [0, 0.09].forEach((later) => noise(420, t + later, 0.07, 0.5)),
  placement: (t) => (noise(1800, t, 0.04, 0.5), tone(620, t, 0.06, 0.12)),
  shot: (t) => (noise(240, t, 0.25, 0.9), tone(90, t, 0.2, 0.3, "sine")),
  dice: (t) => [0, 0.07, 0.16, 0.28, 0.45].forEach((later) => noise(2600 - later * 2000, t + later, 0.05, 0.4)),
  turn: (t) => (tone(523, t, 0.18, 0.12, "sine"), tone(659, t + 0.11, 0.25, 0.12, "sine")),
  refused: (t) => tone(150, t, 0.15, 0.2, "sine"),
  win: (t) => [392, 494, 587, 784].forEach((pitch, n) => tone(pitch, t + n * 0.13, 0.4, 0.14, "sine")),
};

export function sound(name, later = 0) {
  if (kept.get("sound") === "off" || document.hidden && name !== "turn" && name !== "win") return;
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  try {
    air ??= new AudioContext();
    if (air.state === "suspended") air.resume();
    if (air.state === "running") SOUNDS[name](air.currentTime + later);
  } catch { /* a device without sound */ }
}
