import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { namedLanguage } from './audio-transcribe/named-language.ts'
import { speakable, ssmlProblem } from './speech-synthesize/speakable.ts'
import { srtOf, vttOf } from './audio-transcribe/subtitles.ts'
import { transcriptOf } from './audio-transcribe/transcript.ts'
import { Refusal } from '#shared/errors.ts'

import type { OutcomeContext } from '#shared/doors/context.ts'
import type { ReadAudio } from '#shared/doors/media.ts'
import type { Heard, HeardSegment, SpeechRequest } from '#shared/doors/model.ts'
import { fakeModel } from '#test/support/fakes/fake-doors.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { audioTranscribe } from './audio-transcribe/outcome.ts'
import { speechSynthesize } from './speech-synthesize/outcome.ts'

const audio_base64 = Buffer.from('RIFF----WAVEfmt sound').toString('base64')
const notAudio = new Refusal('unprocessable', 'no', { extra: { reason: 'not_audio' } })
const media = (read: ReadAudio | Refusal): OutcomeContext['media'] => ({
  ...fakeContext().media,
  audio: () => (read instanceof Refusal ? Promise.reject(read) : Promise.resolve(read)),
})
const wav = (durationS: number): ReadAudio => ({ container: 'wav', type: 'audio/wav', durationS })
const segment = (start: number, end: number, text: string, more: Partial<HeardSegment> = {}): HeardSegment => ({
  start,
  end,
  text,
  avgLogprob: -0.2,
  noSpeechProb: 0.01,
  ...more,
})

describe('audio-transcribe', () => {
  const run = (segments: HeardSegment[], input: Record<string, unknown> = {}, read: ReadAudio | Refusal = wav(10)) => {
    const heard: Heard = {
      text: segments.map(({ text }) => text).join(' '),
      language: 'english',
      segments,
      model: 'whisper-1',
      usage: { inputTokens: 0, outputTokens: 0 },
    }
    const model = fakeModel([], { names: { transcription: 'whisper-1' }, transcribe: () => Promise.resolve(heard) })
    return audioTranscribe.run({ audio_base64, ...input }, fakeContext({ model, media: media(read) }))
  }

  test('nothing sent, both sent, and a language that is none are refused', () => {
    const check = (input: Record<string, unknown>) => () => audioTranscribe.check?.(audioTranscribe.input.parse(input))
    expect(check({})).toThrow('One field is wrong')
    expect(check({ audio_base64, audio_url: 'https://e.com/a.mp3' })).toThrow('One field is wrong')
    expect(check({ audio_base64, lang: 'klingonese-x' })).toThrow('One field is wrong')
    expect(check({ audio_base64, lang: 'de' })).not.toThrow()
  })

  test('gives words with times, language and confidence', async () => {
    await expect(run([segment(0, 1.5, ' Hello there.'), segment(1.5, 3, 'Welcome.')])).resolves.toMatchObject({
      text: 'Hello there. Welcome.',
      language: 'en',
      duration_s: 10,
      speech: true,
      segments: [{ start: 0, end: 1.5, text: 'Hello there.', confidence: 0.819 }, { start: 1.5 }],
      repetition_flag: false,
      srt: null,
    })
  })

  test('ten seconds of silence are no speech', async () => {
    await expect(
      run([segment(0, 10, 'Thank you for watching.', { noSpeechProb: 0.97, avgLogprob: -0.4 })]),
    ).resolves.toMatchObject({
      speech: false,
      text: '',
      segments: [],
    })
    await expect(run([segment(0, 10, 'You', { noSpeechProb: 0.7, avgLogprob: -1.4 })])).resolves.toMatchObject({
      speech: false,
    })
  })

  test('a text file that was renamed is not_audio, eleven minutes are too_long', async () => {
    await expect(run([], {}, notAudio)).rejects.toMatchObject({ detail: { extra: { reason: 'not_audio' } } })
    await expect(run([], {}, wav(660))).rejects.toMatchObject({
      code: 'unprocessable',
      detail: { extra: { reason: 'too_long' } },
    })
    await expect(run([], { max_seconds: 5 }, wav(5.2))).rejects.toMatchObject({
      detail: { extra: { reason: 'too_long' } },
    })
  })

  test('writes subtitles', async () => {
    await expect(run([segment(0, 1.5, 'One --> two')], { format: 'srt' })).resolves.toMatchObject({
      srt: '1\n00:00:00,000 --> 00:00:01,500\nOne → two\n',
      vtt: null,
    })
    await expect(run([segment(61, 62, 'Two')], { format: 'vtt' }, wav(70))).resolves.toMatchObject({
      vtt: 'WEBVTT\n\n00:01:01.000 --> 00:01:02.000\nTwo\n',
    })
  })

  test('words a model got caught in are cut and flagged', async () => {
    await expect(run([segment(0, 9, `We begin ${'and so on '.repeat(20)}`)])).resolves.toMatchObject({
      repetition_flag: true,
      text: expect.stringMatching(/^We begin and so on(?: and so on){0,6}$/),
    })
    await expect(
      run(Array.from({ length: 12 }, (_, at) => segment(at * 0.5, at * 0.5 + 0.5, 'Thanks.'))),
    ).resolves.toMatchObject({
      repetition_flag: true,
    })
  })

  test('times never run backwards, whatever a model says', () => {
    const time = fc.double({ min: -5, max: 20, noNaN: true })
    fc.assert(
      fc.property(fc.array(fc.tuple(time, time, fc.string({ maxLength: 30 })), { maxLength: 12 }), (said) => {
        const { segments } = transcriptOf(
          { text: '', segments: said.map(([start, end, text]) => segment(start, end, text)) },
          10,
        )
        let at = 0
        for (const { start, end } of segments) {
          expect(start).toBeGreaterThanOrEqual(at)
          expect(end).toBeGreaterThanOrEqual(start)
          expect(end).toBeLessThanOrEqual(10)
          at = end
        }
        expect(srtOf(segments).split('-->')).toHaveLength(segments.length + 1)
        expect(vttOf(segments)).toMatch(/^WEBVTT\n\n/)
      }),
    )
  })

  test('without a model it is model_not_configured', async () => {
    await expect(audioTranscribe.run({ audio_base64 }, fakeContext())).rejects.toMatchObject({
      code: 'model_not_configured',
    })
  })

  test.each([
    ['english', 'en'],
    ['German', 'de'],
    ['pt', 'pt'],
    ['elvish tongue of old', null],
    [null, null],
  ])('the language %s is %s', (said, tag) => expect(namedLanguage(said)).toBe(tag))
})

describe('speech-synthesize', () => {
  const asked: SpeechRequest[] = []
  const run = (
    input: Record<string, unknown>,
    read: ReadAudio | Refusal = { container: 'mp3', type: 'audio/mpeg', durationS: 1.2 },
  ) => {
    const bytes = Buffer.from('RIFF----WAVEfmt ')
    const synthesizeSpeech = (wish: SpeechRequest) => {
      asked.push(wish)
      return Promise.resolve({ bytes, model: 'tts-1' })
    }
    const model = fakeModel([], { names: { speech: 'tts-1' }, synthesizeSpeech })
    return speechSynthesize.run(input, fakeContext({ model, media: media(read) }))
  }

  test('nothing, too much, an unknown voice and bad SSML are refused', () => {
    expect(speechSynthesize.input.safeParse({ text: '' }).success).toBe(false)
    expect(speechSynthesize.input.safeParse({ text: 'a'.repeat(3_001) }).success).toBe(false)
    const check = (input: Record<string, unknown>) => () =>
      speechSynthesize.check?.(speechSynthesize.input.parse(input))
    expect(check({ text: 'hi', voice: 'my-ex' })).toThrow('One field is wrong')
    expect(check({ text: '...' })).toThrow('One field is wrong')
    expect(check({ text: '<speak>hi <audio src="x"/></speak>' })).toThrow('One field is wrong')
    expect(check({ text: '<speak>hi</speak>' })).not.toThrow()
  })

  test('gives sound of the container that was asked for', async () => {
    const answer = await run({ text: 'hi', format: 'wav' }, { container: 'wav', type: 'audio/wav', durationS: 0.4 })
    expect(answer).toMatchObject({ mime_type: 'audio/wav', duration_s: 0.4, characters: 2, voice: 'neutral-1' })
    // Safe: the declared type.
    const { audio_base64: sound } = answer as { audio_base64: string }
    expect(Buffer.from(sound, 'base64').toString('latin1')).toMatch(/^RIFF/)
    expect(asked.at(-1)).toEqual({ text: 'hi', voice: 'alloy', format: 'wav', speed: 1 })
  })

  test('another container, or none, is an upstream error', async () => {
    await expect(run({ text: 'hi', format: 'ogg' })).rejects.toMatchObject({ code: 'upstream_unavailable' })
    await expect(run({ text: 'hi' }, notAudio)).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })

  test('without a model it is model_not_configured', async () => {
    await expect(speechSynthesize.run({ text: 'hi' }, fakeContext())).rejects.toMatchObject({
      code: 'model_not_configured',
    })
  })
})

describe('text that is spoken', () => {
  test.each([
    ['It costs $12.50, 5% off', 'It costs 12 dollars and 50 cents, 5 percent off'],
    ['£1 or €1,200', '1 pound or 1200 euros'],
    ['$3 billion', '3 billion dollars'],
    ['Version 1.2.3', 'Version 1.2.3'],
    [
      '<speak>Hello<break time="1s"/>Dr <sub alias="Number Five">No. 5</sub> &amp; co</speak>',
      'Hello, Dr Number Five & co',
    ],
  ])('%j is read as %j', (text, words) => expect(speakable(text, 'en')).toBe(words))

  test('other languages are left to the voice', () => expect(speakable('$5 und 3%', 'de')).toBe('$5 und 3%'))

  test.each([
    ['<speak>a</speak>', null],
    ['a < b and c > d', null],
    ['<speak>a', '<speak> is not closed'],
    ['<speak><p>a</speak></p>', '</speak> closes what is not open'],
    ['<speak><script>a</script></speak>', 'the tag <script> is not allowed'],
    ['<speak>1 < 2</speak>', 'a tag is not well-formed'],
  ])('%j: %s', (text, problem) => expect(ssmlProblem(text)).toBe(problem))

  test('is told for any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), (text) => {
        expect(typeof speakable(`<speak>${text}</speak>`, 'en')).toBe('string')
        expect(['string', 'object']).toContain(typeof ssmlProblem(`<speak>${text}</speak>`))
      }),
    )
  })
})
