import { definePack } from '../pack.ts'
import { hashText } from './hash-text.ts'
import { jsonRepair } from './json-repair.ts'
import { jsonSchemaValidate } from './json-schema-validate.ts'
import { jwtDecode } from './jwt-decode.ts'
import { regexTest } from './regex-test.ts'
import { timezoneConvert } from './timezone-convert.ts'

export const builderPack = definePack({
  name: 'builder-pack',
  purpose: 'Small developer transforms: repair, validate, convert, decode, test.',
  dayPass: true,
  outcomes: [hashText, jsonRepair, jsonSchemaValidate, jwtDecode, regexTest, timezoneConvert],
})
