import { buffer } from 'node:stream/consumers'

import sharp from 'sharp'

/**
 * Draws the SVG of its standard input and writes the PNG to its standard output. It runs in a process of its own, which
 * ends with the picture, so that its caller loads no picture library.
 */
sharp.concurrency(1)
const svg = await buffer(process.stdin)
process.stdout.write(await sharp(svg).png({ palette: true }).toBuffer())
