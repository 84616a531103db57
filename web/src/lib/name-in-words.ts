/** `book_room` as a label: “Book room”. Pure. */
export function nameInWords(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
