import { definePack } from '../pack.ts'
import { dictionaryDefine } from './dictionary-define.ts'
import { httpHeaders } from './http-headers.ts'
import { pdfExtract } from './pdf-extract.ts'
import { redirectResolve } from './redirect-resolve.ts'

export const dataPack = definePack({
  name: 'data-pack',
  purpose: 'Facts about the world, each with where it came from.',
  dayPass: false,
  outcomes: [dictionaryDefine, pdfExtract, httpHeaders, redirectResolve],
})
