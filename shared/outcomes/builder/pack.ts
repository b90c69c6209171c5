import { definePack } from '../pack.ts'
import { csvClean } from './csv-clean/outcome.ts'
import { hashText } from './hash-text.ts'
import { jsonRepair } from './json-repair/outcome.ts'
import { jsonSchemaDiff } from './json-schema-diff/outcome.ts'
import { jsonSchemaValidate } from './json-schema-validate/outcome.ts'
import { jwtDecode } from './jwt-decode/outcome.ts'
import { llmJudge } from './llm-judge/outcome.ts'
import { regexTest } from './regex-test/outcome.ts'
import { timezoneConvert } from './timezone-convert/outcome.ts'
import { webhookNormalize } from './webhook-normalize/outcome.ts'

export const builderPack = definePack({
  name: 'builder-pack',
  purpose: 'Small developer transforms: repair, validate, convert, decode, test.',
  dayPass: true,
  outcomes: [
    csvClean,
    hashText,
    jsonRepair,
    jsonSchemaDiff,
    jsonSchemaValidate,
    jwtDecode,
    llmJudge,
    regexTest,
    timezoneConvert,
    webhookNormalize,
  ],
})
