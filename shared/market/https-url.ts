import { z } from 'zod'

/** An https address of at most 2,000 characters, without user name and password, which a reader would not see. */
export const HttpsUrl = z
  .url({ protocol: /^https$/ })
  .max(2_000)
  .refine(
    (text) => {
      // What is no URL at all is said already; this runs all the same.
      const url = URL.parse(text)
      return url === null || (url.username === '' && url.password === '')
    },
    { message: 'no user name in a URL' },
  )
