/** The meanings of a badge's colour. */
export const TONES = ['neutral', 'info', 'progress', 'positive', 'warning', 'negative'] as const
export type Tone = (typeof TONES)[number]
