/** What a badge's colour says. */
export const TONES = ['neutral', 'info', 'progress', 'positive', 'warning', 'negative'] as const
export type Tone = (typeof TONES)[number]
