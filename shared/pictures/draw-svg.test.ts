import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { drawSvg } from './draw-svg.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'draw-svg-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('an SVG becomes a PNG of its size', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><text y="18">a</text></svg>'
  const picture = await drawSvg(svg, folder)
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([30, 20])
})

test('what is no picture is refused', async () => {
  await expect(drawSvg('<svg xmlns="http://www.w3.org/2000/svg"><text>', folder)).rejects.toThrow(/./)
})
