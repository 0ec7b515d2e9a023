/** The meanings of the colour of a badge or a notice. */
export const TONES = ['neutral', 'info', 'progress', 'positive', 'warning', 'negative'] as const
export type Tone = (typeof TONES)[number]
