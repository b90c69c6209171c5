import { definePack } from '../pack.ts'
import { classifyText } from './classify-text.ts'
import { embedText } from './embed-text.ts'
import { extractStructured } from './extract-structured.ts'
import { rerankPassages } from './rerank-passages.ts'
import { summarizeText } from './summarize-text.ts'
import { translateText } from './translate-text.ts'

export const computeTextPack = definePack({
  name: 'compute-text-pack',
  purpose: 'Works on texts with a model, or by honest methods of its own where there is one, and says which.',
  dayPass: false,
  outcomes: [summarizeText, classifyText, extractStructured, translateText, rerankPassages, embedText],
})
