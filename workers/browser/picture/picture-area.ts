import { MAX_DEVICE_PX, MAX_PAGE_CSS_PX, MAX_PIXELS } from '#shared/doors/browser.ts'

/** A rectangle in CSS pixels, relative to the page. */
export type Area = { x: number; y: number; width: number; height: number }

/** Clips an area to whole pixels and to the picture limits, and reports whether it was truncated. */
export function pictureArea(wanted: Area, deviceScale: number): { area: Area; truncated: boolean } {
  const x = Math.max(0, Math.floor(wanted.x))
  const y = Math.max(0, Math.floor(wanted.y))
  const right = Math.max(x + 1, Math.ceil(wanted.x + wanted.width))
  const bottom = Math.max(y + 1, Math.ceil(wanted.y + wanted.height))
  const side = Math.floor(MAX_DEVICE_PX / deviceScale)
  const width = Math.min(right - x, side)
  const most = Math.min(side, MAX_PAGE_CSS_PX, Math.floor(MAX_PIXELS / (Math.max(1, width) * deviceScale ** 2)))
  const height = Math.min(bottom - y, most)
  return { area: { x, y, width, height }, truncated: width < right - x || height < bottom - y }
}
