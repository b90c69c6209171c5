/** A number of 256 bits as the ABI writes it: 64 hex digits. */
export const abiWord = (value: bigint): string => value.toString(16).padStart(64, '0')
