import { hash } from 'node:crypto'

/** SHA-256 of a text as bytes. */
export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer')
