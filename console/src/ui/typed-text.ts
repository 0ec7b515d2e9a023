/**
 * Returns the typed text of a field as `clean` returns it, and shows that in the field, with the caret after the same
 * characters. A render would move the caret to the end, and there is none for a character that `clean` removes.
 */
export function typedText(field: HTMLInputElement, clean?: (text: string) => string): string {
  const { value, selectionStart } = field
  const cleaned = clean ? clean(value) : value
  if (!clean || cleaned === value) return value
  const caret = clean(value.slice(0, selectionStart ?? value.length)).length
  field.value = cleaned
  field.setSelectionRange(caret, caret)
  return cleaned
}
