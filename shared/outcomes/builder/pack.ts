import { definePack } from '../pack.ts'
import { hashText } from './hash-text.ts'

export const builderPack = definePack({
  name: 'builder-pack',
  purpose: 'Small developer transforms: repair, validate, convert, decode, test.',
  dayPass: true,
  outcomes: [hashText],
})
