/** A WAV of so many seconds: 8 kHz, one channel, 16 bits; a tone, or silence. */
export function wavFile(seconds: number, { silent = false } = {}): Buffer {
  const rate = 8_000
  const samples = Math.round(seconds * rate)
  const data = Buffer.alloc(samples * 2)
  if (!silent)
    for (let at = 0; at < samples; at += 1)
      data.writeInt16LE(Math.round(8_000 * Math.sin((at / rate) * 2 * Math.PI * 440)), at * 2)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + data.length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(data.length, 40)
  return Buffer.concat([header, data])
}
