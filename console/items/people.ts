import { signal } from '@preact/signals'
import { api, done, type Schemas } from '../api/client.ts'

type Person = Pick<Schemas['AccountUser'], 'id' | 'email' | 'admin' | 'disabled' | 'name'>

/** The users of the account by id. */
export const users = signal<ReadonlyMap<number, Person>>(new Map())

let asking: Promise<void> | undefined

export async function loadUsers (): Promise<void> {
  asking ??= done(api.GET('/api/v2/users')).then(
    ({ users: found }) => { users.value = new Map(found.map((user) => [user.id, user])) },
    () => { asking = undefined })
  await asking
}

/** What a user is called: the name, else the e-mail. */
export function whoIs (id: number): string {
  if (id === 0) return 'The service'
  const { name = '', email = '' } = users.value.get(id) ?? {}
  return name === '' ? email === '' ? `User ${id}` : email : name
}

/** What the user with an e-mail is called. */
export function whoHas (email: string): string {
  return [...users.value.values()].find((user) => user.email === email)?.name || email
}

/** The same for a choice, where the e-mail tells two of one name apart. */
export function nameAndEmail ({ name, email }: Pick<Person, 'name' | 'email'>): string {
  return name === '' ? email : `${name} (${email})`
}
