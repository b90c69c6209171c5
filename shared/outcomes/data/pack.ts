import { definePack } from '../pack.ts'
import { dictionaryDefine } from './dictionary-define.ts'
import { emailJson } from './email-json.ts'
import { httpHeaders } from './http-headers.ts'
import { pdfExtract } from './pdf-extract.ts'
import { redirectResolve } from './redirect-resolve.ts'

export const dataPack = definePack({
  name: 'data-pack',
  purpose: 'Facts about the world, each with where it came from.',
  dayPass: false,
  outcomes: [dictionaryDefine, emailJson, pdfExtract, httpHeaders, redirectResolve],
})
