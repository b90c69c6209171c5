/** The setting that puts every limit back to what we ship. */
export const SHIPPED_LIMITS: Record<string, string> = { LIMITS: 'normal' }
