/** What this browser keeps. Where it blocks storage, nothing is kept, and the page works without. */

type Place = 'localStorage' | 'sessionStorage'

export function keptIn (place: Place, name: string): string | null {
  try {
    return window[place].getItem(name)
  } catch {
    return null
  }
}

export function keepIn (place: Place, name: string, value: string): void {
  try {
    window[place].setItem(name, value)
  } catch {
    // Guests type their name and the password again.
  }
}
