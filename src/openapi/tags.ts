/** The chapters of the API document, and which paths belong to each. The first that fits counts. */
const chapters = [
  { name: 'Search', paths: /^\/api\/v2\/search/, description: 'Finds assets and projects by words, by what they have, and by when they changed.' },
  { name: 'Moving', paths: /^\/api\/v2\/(export|imports)/, description: 'Everything out, in one stream, and in again.' },
  { name: 'Custom fields', paths: /\/custom_fields(\/|$)/, description: 'Values of an account’s own fields on assets and projects.' },
  { name: 'Media', paths: /\/media(\/|$)/, description: 'Files, attached to assets by URL and served by signed URLs.' },
  { name: 'Assets', paths: /^\/api\/v2\/assets/, description: 'What a file is about: its title, its description, where it belongs.' },
  { name: 'Projects', paths: /^\/api\/v2\/projects/, description: 'What assets are gathered in, and who works on it. Projects may be placed under one another.' },
  { name: 'External IDs', paths: /^\/api\/v2\/external_ids/, description: 'Finds what another system calls by a name of its own.' },
  { name: 'Field groups', paths: /\/field_groups/, description: 'Groups of fields that an account defines for itself. Changes need an administrator.' },
  { name: 'Webhooks', paths: /\/webhooks/, description: 'What is told to other systems when something happens. They need an administrator.' },
  { name: 'Changes', paths: /^\/api\/v2\/changes/, description: 'What happened, in the order in which it was committed: for mirrors, backups, and clients that no webhook can reach.' },
  { name: 'Users and keys', paths: /^\/api\/v2\/(admin\/)?users?(\/|$)/, description: 'Who may use the service, and with which keys. Users are managed by an administrator.' },
  { name: 'Bulk', paths: /^\/api\/v2\/bulk/, description: 'Many changes in one request: all of them or none, or each for itself.' },
  { name: 'Tokens', paths: /^\/api\/v2\/tokens/, description: 'Tells whose the token of a link is.' },
  { name: 'Service', paths: /^/, description: 'The service itself.' }
]

/** In the order in which a reader wants them. */
const order = ['Assets', 'Projects', 'Search', 'Moving', 'External IDs', 'Media', 'Field groups', 'Custom fields', 'Bulk', 'Webhooks', 'Changes', 'Users and keys', 'Tokens', 'Service']

export const tags = order.map((name) => ({ name, description: chapters.find((chapter) => chapter.name === name)!.description }))

export function tagOf (url: string): string {
  return chapters.find(({ paths }) => paths.test(url))!.name
}
