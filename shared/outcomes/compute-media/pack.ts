import { definePack } from '../pack.ts'
import { audioTranscribe } from './audio-transcribe.ts'
import { imageDescribe } from './image-describe.ts'
import { imageGenerate } from './image-generate.ts'
import { imageModerate } from './image-moderate.ts'
import { imageOcr } from './image-ocr.ts'
import { speechSynthesize } from './speech-synthesize.ts'

export const computeMediaPack = definePack({
  name: 'compute-media-pack',
  purpose: 'Sees, reads, makes, hears and speaks. Files of strangers are opened where they can break nothing.',
  dayPass: false,
  outcomes: [imageDescribe, imageOcr, imageGenerate, imageModerate, audioTranscribe, speechSynthesize],
})
