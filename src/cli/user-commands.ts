import { InvalidArgumentError, Option, type Command } from 'commander'
import { keyScopes, type KeyScope } from '../access/writes.js'
import type { Users } from '../access/users.js'
import { accesses, type Access } from '../core/caller.js'
import { tokenKinds, type TokenKind } from '../tokens/tokens.js'

const access = () =>
  new Option('--access <access>', 'account: everything in the account; projects: those of which the user is a member')
    .choices(accesses)

interface NewUserOptions {
  readonly email: string
  readonly admin: boolean
  readonly access: Access
  readonly name?: string
  readonly invite: boolean
  readonly key: boolean
}

/** The commands for users, keys and tokens. Returns the groups. */
export function addUserCommands (
  program: Command, run: (use: (users: Users) => Promise<unknown>) => Promise<void>
): Command[] {
  const user = program.command('user').description('who may use the service')
  user.command('add')
    .description('adds a user and prints the key, which is shown this once')
    .requiredOption('--email <email>')
    .option('--admin', 'may use the endpoints below /api/v2/admin', false)
    .option('--name <name>', 'the name that others see')
    .addOption(access().default('account'))
    .option('--invite', 'prints the link of an invitation in place of a key', false)
    .option('--no-key', 'makes no key: the user signs in by the OpenID Connect provider')
    .action(({ invite, key, ...options }: NewUserOptions) =>
      run((users) => invite ? users.invite(options) : key ? users.add(options) : users.addWithoutKey(options))
    )
  user.command('reset')
    .description('prints a link by which a user sets a new password within the hour; earlier links of this kind end')
    .requiredOption('--email <email>')
    .action(({ email }: { email: string }) => run((users) => users.resetPassword(email)))
  user.command('list')
    .description('prints all users')
    .action(() => run((users) => users.list()))
  user.command('disable')
    .description('makes all keys of a user invalid; the last administrator who can still come in is refused')
    .requiredOption('--email <email>')
    .action(({ email }: { email: string }) => run((users) => users.disable(email)))
  user.command('enable')
    .description('makes the keys of a disabled user valid again')
    .requiredOption('--email <email>')
    .action(({ email }: { email: string }) => run((users) => users.enable(email)))

  user.command('remove')
    .description('removes a user for good, and gives what the user owns to another one; the last administrator is refused')
    .requiredOption('--email <email>')
    .option('--to <email>', 'who gets the items of the user; without it they belong to nobody')
    .action(({ email, to }: { email: string, to?: string }) => run((users) => users.remove(email, to)))
  user.command('name')
    .description('sets the name of a user, which others see; an empty one removes it')
    .requiredOption('--email <email>')
    .requiredOption('--name <name>')
    .action(({ email, name }: { email: string, name: string }) => run((users) => users.setName(email, name)))
  user.command('access')
    .description('sets what a user sees, within five seconds everywhere; administrators see everything')
    .requiredOption('--email <email>')
    .addOption(access().makeOptionMandatory())
    .action(({ email, access }: { email: string, access: Access }) => run((users) => users.setAccess(email, access)))

  const key = program.command('key').description('API keys')
  key.command('add')
    .description('makes another key for a user and prints it, this once')
    .requiredOption('--email <email>')
    .option('--name <name>', 'what the key is for')
    .addOption(new Option('--scope <scope>', 'write: all that the user may; read: nothing but reading; agent: nothing but claiming steps of runs')
      .choices(keyScopes).default('write'))
    .option('--expires-in <seconds>', 'how long the key is valid; for ever without it', seconds)
    .action((options: { email: string, name?: string, scope: KeyScope, expiresIn?: number }) =>
      run((users) => users.addKey(options))
    )
  key.command('list')
    .description('prints all keys, without their secrets')
    .action(() => run((users) => users.listKeys()))
  key.command('revoke')
    .description('makes a key invalid, within five seconds everywhere; the last key of the last administrator is refused')
    .requiredOption('--id <id>', 'the id that key add and key list print', rowId)
    .action(({ id }: { id: number }) => run((users) => users.revokeKey(id)))

  const token = program.command('token').description('tokens of reset and confirmation links')
  token.command('issue')
    .description('makes a token and prints it, this once')
    .addOption(new Option('--kind <kind>').choices(Object.keys(tokenKinds)).makeOptionMandatory())
    .requiredOption('--email <email>')
    .option(
      '--expires-in <seconds>',
      'how long it is valid; an hour for reset_password, 14 days for confirmation without it',
      seconds
    )
    .action((options: { kind: TokenKind, email: string, expiresIn?: number }) =>
      run((users) => users.issueToken(options))
    )

  return [user, key, token]
}

function seconds (text: string): number {
  if (!/^[1-9]\d{0,11}$/.test(text)) throw new InvalidArgumentError('It is a whole number of seconds above 0.')
  return Number(text)
}

function rowId (text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It is the number of a key.')
  return Number(text)
}
