import { tell } from './notes.tsx'

/** Copies a text, and says so with these words. False where the browser lets no page copy, as without https. */
export async function copyText (text: string, words = 'Copied.'): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    return false
  }
  tell(words)
  return true
}

/** Copies a text that is on the page, or says how else. */
export async function copyShown (text: string): Promise<void> {
  if (!await copyText(text)) tell('Choose the text and copy it by hand.')
}
