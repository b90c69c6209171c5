/** Whether a text is base64 by its characters, blanks and lines allowed. Linear: it is asked of megabytes before a call is paid. */
export const isBase64 = (text: string): boolean => !/[^A-Za-z0-9+/=\s]|=\s*[A-Za-z0-9+/]/.test(text)
