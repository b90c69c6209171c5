/**
 * Draws a picture for a listing as PNG. Shapes and colours depend on `nth`, so that pictures differ. Needs no fonts.
 */
export async function seedPicture(nth: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const hue = (nth * 47) % 360
  const shapes = Array.from({ length: 7 }, (_, at) => {
    const x = (nth * 131 + at * 211) % 1_200
    const y = (nth * 71 + at * 137) % 750
    return `<circle cx="${x}" cy="${y}" r="${70 + ((nth + at * 3) % 5) * 45}" fill="hsl(${(hue + at * 14) % 360} 65% 55%)" fill-opacity="0.5"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="750">
    <rect width="1200" height="750" fill="hsl(${hue} 45% 22%)"/>${shapes.join('')}
    <rect x="90" y="540" width="${420 + (nth % 4) * 90}" height="26" rx="13" fill="white" fill-opacity="0.85"/>
    <rect x="90" y="590" width="${260 + (nth % 3) * 70}" height="18" rx="9" fill="white" fill-opacity="0.5"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
