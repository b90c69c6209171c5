import { resolve } from 'node:path'

/** Where the product's processes of all tests keep compiled code. */
export const COMPILE_CACHE = resolve(import.meta.dirname, '../../../node_modules/.cache/node')
