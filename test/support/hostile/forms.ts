import type { HostileBody } from './bodies.ts'
import type { Operation } from './operations.ts'

const BOUNDARY = 'hostile-boundary'

/** Hostile forms of so many bytes, for the operations that take them: of fields, and of a file in parts. */
export function hostileForms({ bodies }: Operation, bytes: number): HostileBody[] {
  const types = new Set(bodies.map(({ type }) => type))
  return [
    ...(types.has('application/x-www-form-urlencoded') ? fieldForms(bytes) : []),
    ...(types.has('multipart/form-data') ? partForms(bytes) : []),
  ]
}

function fieldForms(bytes: number): HostileBody[] {
  const many = (unit: string) => unit.repeat(Math.floor(bytes / unit.length))
  const all: Record<string, () => string> = {
    'many fields': () => Array.from({ length: Math.floor(bytes / 9) }, (_, nth) => `k${nth}=1`).join('&'),
    'one field again and again': () => many('a=1&'),
    'empty fields': () => many('&'),
    'percent signs': () => many('%'),
    'letters in percent': () => `username=${many('%41')}`.slice(0, bytes),
    'no UTF-8 in percent': () => `username=${many('%e2%82%')}`.slice(0, bytes),
    'plus signs': () => `username=${many('+')}`.slice(0, bytes),
    'a long name': () => `${'n'.repeat(bytes - 2)}=1`,
    'a long password': () => `username=a&password=${'p'.repeat(bytes - 22)}`,
  }
  return Object.entries(all).map(([kind, make]) => ({
    kind: `a form: ${kind}`,
    type: 'application/x-www-form-urlencoded',
    make: () => Buffer.from(make()),
  }))
}

function partForms(bytes: number): HostileBody[] {
  const end = `\r\n--${BOUNDARY}--\r\n`
  const file = (name: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`
  const around = (content: Buffer) => Buffer.concat([Buffer.from(file('a.png')), content, Buffer.from(end)])
  const filled = (unit: string) => around(Buffer.alloc(bytes - 300, unit))
  const field = (nth: number) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f${nth}"\r\n\r\n${'x'.repeat(20)}\r\n`
  const all: Record<string, () => Buffer> = {
    'a file of zeros': () => around(Buffer.alloc(bytes - 300)),
    'a picture’s head and noise': () =>
      around(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(bytes - 400, 'noise')])),
    'a file of line ends': () => filled('\r\n'),
    'a file of dashes': () => filled('\r\n--'),
    'a file of boundaries that are nearly right': () => filled(`\r\n--${BOUNDARY.slice(0, -1)}`),
    'many fields': () =>
      Buffer.from(Array.from({ length: Math.floor(bytes / 110) }, (_, nth) => field(nth)).join('') + end),
    'a long head': () =>
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${'n'.repeat(bytes - 200)}"\r\n\r\nx${end}`),
    'a long file name': () => Buffer.from(`${file('n'.repeat(bytes - 300))}x${end}`),
    'many heads': () => Buffer.from(`--${BOUNDARY}\r\n${'X-Head: y\r\n'.repeat(bytes / 12)}\r\nx${end}`),
    'no end': () => Buffer.from(file('a.png') + 'x'.repeat(bytes - 300)),
    'only boundaries': () => Buffer.from(`--${BOUNDARY}\r\n`.repeat(bytes / 22)),
  }
  return Object.entries(all).map(([kind, make]) => ({
    kind: `a form with a file: ${kind}`,
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    make,
  }))
}
