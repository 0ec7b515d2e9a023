/** Selects a refused text, so that typing replaces it. A text that was edited while it was checked only gets the focus. */
export function selectRefused(field: HTMLInputElement | null | undefined, refused: string): void {
  if (field?.value === refused) field.select()
  else field?.focus()
}
