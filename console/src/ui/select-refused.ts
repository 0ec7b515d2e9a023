/**
 * Selects a refused text, so that typing replaces it. A text that was edited while it was checked only gets the focus, unless
 * another field of the form has it.
 */
export function selectRefused(field: HTMLInputElement | null | undefined, refused: string): void {
  if (!field) return
  const { activeElement } = document
  const isElsewhere = activeElement instanceof HTMLInputElement && activeElement.form === field.form
  if (field.value === refused) field.select()
  else if (!isElsewhere) field.focus()
}
