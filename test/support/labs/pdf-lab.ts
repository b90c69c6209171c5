import { readdirSync, readFileSync } from 'node:fs'

import { pdfDocument } from '../files/pdf-file.ts'

/** Keeps a reader busy for longer than a test: forms that draw forms. */
export const slowPdf = pdfDocument({
  pages: [{ content: '/X0 Do' }],
  resources: (file) => {
    let inner = ''
    for (let level = 9; level >= 0; level -= 1) {
      const draws = level === 9 ? '0 0 m' : `/X${level + 1} Do `.repeat(10)
      const form = file.stream(draws, {
        dict: `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << ${inner} >> >>`,
      })
      inner = `/X${level} ${form} 0 R`
    }
    return `/XObject << ${inner} >>`
  },
})

/** Children that open foreign files, of this process or of the one given. */
export function readers(parent = process.pid): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
        const isChild = Number(after.split(' ')[1]) === parent && !after.startsWith('Z')
        return isChild && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('pdf.child.ts')
      } catch {
        return false
      }
    })
}

/** Readers that have used processor time for a while: the spare has not. */
export const busyReaders = (parent?: number) =>
  readers(parent).filter((pid) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return Number(fields[11]) > 60
    } catch {
      return false
    }
  })
