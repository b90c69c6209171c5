import { z } from 'zod'

/** An https URL of at most 2,000 characters, without user name and password, which readers would not notice. */
export const HttpsUrl = z
  .url({ protocol: /^https$/ })
  .max(2_000)
  .refine(
    (text) => {
      // Zod runs this check even when the URL check failed; that error is reported already.
      const url = URL.parse(text)
      return url === null || (url.username === '' && url.password === '')
    },
    { message: 'no user name in a URL' },
  )
