/**
 * Returns the typed text of a field as `clean` returns it, and shows that in the field, with the caret after the same
 * characters. Otherwise a render would move the caret to the end, and a character that `clean` removes would stay in the
 * field, because the unchanged text causes no render.
 */
export function typedText(field: HTMLInputElement, clean?: (text: string) => string): string {
  const { value, selectionStart } = field
  if (!clean) return value
  const cleaned = clean(value)
  if (cleaned === value) return value
  const caret = clean(value.slice(0, selectionStart ?? value.length)).length
  field.value = cleaned
  field.setSelectionRange(caret, caret)
  return cleaned
}
