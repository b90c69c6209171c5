/**
 * Whether a text contains only base64 characters; white space and line breaks are allowed. Linear time: it runs on
 * megabytes before a call is paid.
 */
export const isBase64 = (text: string): boolean => !/[^A-Za-z0-9+/=\s]|=\s*[A-Za-z0-9+/]/.test(text)
