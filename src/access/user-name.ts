/** Characters. */
export const LONGEST_USER_NAME = 100

/** Who did something, as guests see it: the name of a user, else the part of the e-mail before the @. */
export function calledToGuests ({ name, author }: { readonly name: string | null, readonly author: string }): string {
  return name ?? (author.split('@')[0] || author)
}

/** What a user is called, in a statement: the name, else the e-mail. */
export const calledIn = (users: string) => `COALESCE(NULLIF(${users}.name, ''), ${users}.email)`
