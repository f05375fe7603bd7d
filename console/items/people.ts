import { computed, signal } from '@preact/signals'
import { api, done, type Schemas } from '../api/client.ts'

export type Person = Pick<Schemas['AccountUser'], 'id' | 'email' | 'admin' | 'disabled' | 'name' | 'avatar_url'>

/** The users of the account by id. */
export const users = signal<ReadonlyMap<number, Person>>(new Map())

const byEmail = computed(() => new Map([...users.value.values()].map((user) => [user.email, user])))

let asking: Promise<void> | undefined

export async function loadUsers ({ again = false } = {}): Promise<void> {
  if (again) asking = undefined
  asking ??= done(api.GET('/api/v2/users')).then(
    ({ users: found }) => { users.value = new Map(found.map((user) => [user.id, user])) },
    () => { asking = undefined })
  await asking
}

/** What a user is called: the name, else the e-mail. */
export function calledBy ({ name, email }: Pick<Person, 'name' | 'email'>): string {
  return name === '' ? email : name
}

/** The same for the user with an id. */
export function whoIs (id: number): string {
  if (id === 0) return 'The service'
  return calledBy(users.value.get(id) ?? { name: '', email: '' }) || `User ${id}`
}

/** The same for the user with an e-mail. */
export function whoHas (email: string): string {
  return calledBy(byEmail.value.get(email) ?? { name: '', email })
}

/** The same for a choice, where the e-mail tells two of one name apart. */
export function nameAndEmail ({ name, email }: Pick<Person, 'name' | 'email'>): string {
  return name === '' ? email : `${name} (${email})`
}
