// How much of a picture differs from another of the same screen.

import type { Pixels } from './decode-png.ts'

/** Less than this in every channel is the noise of smoothed edges. */
const noise = 24
/** So few pixels are no change that anybody makes. */
const fewPixels = 12

export interface Difference {
  /** 0 to 1. */
  share: number
  pixels: number
  /** The box around all that differs. */
  box: { left: number; top: number; right: number; bottom: number }
  /** Null where both have the same size. */
  sizes: string | null
}

/** Null when they are the same but for noise. */
export function comparePixels(before: Pixels, after: Pixels): Difference | null {
  const hasOtherSize = before.width !== after.width || before.height !== after.height
  const width = Math.max(before.width, after.width)
  const height = Math.max(before.height, after.height)
  const box = { left: width, top: height, right: 0, bottom: 0 }
  let pixels = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!differsAt(before, after, x, y)) continue
      pixels += 1
      box.left = Math.min(box.left, x)
      box.top = Math.min(box.top, y)
      box.right = Math.max(box.right, x + 1)
      box.bottom = Math.max(box.bottom, y + 1)
    }
  }
  if (!hasOtherSize && pixels <= fewPixels) return null
  const sizes = hasOtherSize ? `${before.width}×${before.height} → ${after.width}×${after.height}` : null
  return { share: pixels / (width * height), pixels, box, sizes }
}

/** What only one of them has differs. */
function differsAt(before: Pixels, after: Pixels, x: number, y: number): boolean {
  if (x >= before.width || y >= before.height || x >= after.width || y >= after.height) return true
  const one = (y * before.width + x) * before.channels
  const other = (y * after.width + x) * after.channels
  const channels = Math.min(3, before.channels, after.channels)
  for (let at = 0; at < channels; at++)
    if (Math.abs((before.data[one + at] ?? 0) - (after.data[other + at] ?? 0)) > noise) return true
  return false
}
