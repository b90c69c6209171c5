import { definePack } from '../pack.ts'
import { csvClean } from './csv-clean.ts'
import { hashText } from './hash-text.ts'
import { jsonRepair } from './json-repair.ts'
import { jsonSchemaDiff } from './json-schema-diff.ts'
import { jsonSchemaValidate } from './json-schema-validate.ts'
import { jwtDecode } from './jwt-decode.ts'
import { llmJudge } from './llm-judge.ts'
import { regexTest } from './regex-test.ts'
import { timezoneConvert } from './timezone-convert.ts'
import { webhookNormalize } from './webhook-normalize.ts'

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
