import { invalidFields, Refusal } from '#shared/errors.ts'
import { MAX_PICTURE_BYTES } from '#shared/doors/browser.ts'

export const tookTooLong = (cause?: unknown) =>
  new Refusal(
    'timeout',
    'The page kept the browser busy until the time was up; nothing was charged.',
    { fix: { action: 'Send wait_until domcontentloaded, a smaller size, or another page.' }, retryAfterS: 1 },
    { cause },
  )

export const tabDied = (cause?: unknown) =>
  new Refusal(
    'unprocessable',
    'The page crashed its tab or needed too much memory; nothing was charged.',
    { fix: { action: 'Send a smaller size, or without full_page.' } },
    { cause },
  )

export const browserDied = (cause?: unknown) =>
  new Refusal(
    'unavailable',
    'The browser ended while it pictured the page; nothing was charged.',
    { fix: { action: 'Send the call again.' }, retryAfterS: 1 },
    { cause },
  )

export const notPictured = (cause?: unknown) =>
  new Refusal(
    'unprocessable',
    'The page would not be pictured; nothing was charged.',
    {
      detail: 'It kept changing, or it is of a kind the browser cannot draw.',
      fix: { action: 'Try wait_until networkidle.' },
    },
    { cause },
  )

export const notAPage = (detail: string) =>
  new Refusal('unprocessable', 'The URL leads to no page that can be pictured; nothing was charged.', {
    detail,
    fix: { action: 'Send the URL of a web page.' },
  })

export const asksForTooMuch = () =>
  new Refusal('unprocessable', 'The page asks for more than one picture may fetch; nothing was charged.', {
    fix: { action: 'Picture another page of that site.' },
  })

export const pictureTooLarge = () =>
  new Refusal('unprocessable', 'The picture is too large; nothing was charged.', {
    detail: `A picture may have ${MAX_PICTURE_BYTES} bytes.`,
    fix: { action: 'Send format jpeg or webp, a smaller size, or device_scale 1.' },
  })

export const selectorNotFound = (detail: string) =>
  new Refusal('selector_not_found', 'The page shows no element for this selector; nothing was charged.', {
    detail,
    fix: { action: 'Check the selector, or give the page time with wait_until or delay_ms.' },
  })

export const badSelector = (selector: string) =>
  invalidFields({
    path: ['selector'],
    msg: 'Value error, this is not a CSS selector',
    input: selector.slice(0, 200),
  })
