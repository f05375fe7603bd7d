import { Command, InvalidArgumentError, Option } from 'commander'
import type { Users } from '../access/users.js'
import { commit, version } from '../basics/version.js'
import { formats } from '../transfer/export/parameters.js'
import { afterwards } from '../drop-folders/definitions/rules.js'
import { keys, modes, type ImportFormat, type ImportOptions } from '../transfer/import/rows.js'
import type { Operations } from './operations.js'
import type { UploadOptions } from './upload.js'
import { addUserCommands } from './user-commands.js'

export interface ProgramDependencies {
  /** Reads the file of settings, before anything else is done. */
  readonly readFile: (folder?: string) => void
  /** Opens the database for one task. */
  readonly withUsers: <Result>(use: (users: Users) => Promise<Result>) => Promise<Result>
  readonly operations: Operations
  /** Starts the service. */
  readonly serve: () => Promise<void>
  readonly print: (value: unknown) => void
}

/**
 * The syntax of the operator's command. Mistakes throw CommanderError after one line was printed.
 */
export function createProgram ({ readFile, withUsers, operations, serve, print }: ProgramDependencies): Command {
  const printIfAny = (value: unknown) => { if (value !== undefined) print(value) }
  const run = (use: (users: Users) => Promise<unknown>) => withUsers(use).then(print)

  const program = new Command('cutroom')
    .description('Serves Cutroom, and manages its users, keys and tokens, its database and its files: also while it runs, and printing JSON.')
    .version(`${version} (${commit})`, '--version', 'prints the version, and the commit that was built')
    .option('--data <folder>', 'the folder of the database, of media and of .env, in place of DATA_DIR and ./.env', named)
    .configureHelp({ showGlobalOptions: true })
    .hook('preAction', (command) => readFile(command.opts<{ data?: string }>().data))

  program.command('serve')
    .description('starts the service, with the settings of the environment or of .env, until it is told to stop')
    .action(serve)
  program.command('init')
    .description('makes a folder for data, with a .env that has every setting, commented out; --data names the folder later')
    .argument('<folder>')
    .action((folder: string) => operations.initialise(folder).then(print))
  program.command('doctor')
    .description('looks at settings, programs, folders, the database and files, also while the service runs, and says what mends what is wrong; with exit code 1 where a check has failed')
    .option('--online', 'also asks the mail server, the provider, the bucket, and PUBLIC_URL', false)
    .option('--backup <file>', 'also brings a backup of SQLite to this release, in a folder beside it that is then removed')
    .option('--json', 'prints JSON, also on a terminal', false)
    .action((options: { json: boolean, online: boolean, backup?: string }, command: Command) =>
      operations.examine({ ...options, ...command.optsWithGlobals<{ data?: string }>() }).then(printIfAny)
    )

  const groups = addUserCommands(program, run)

  program.command('backup')
    .description('writes the SQLite database into a file, while the service runs')
    .requiredOption('--to <file>')
    .option('--force', 'replace the file if there is one', false)
    .action((options: { to: string, force: boolean }) => operations.backUp(options).then(print))
  program.command('restore')
    .description('puts a backup in the place of the SQLite database; the service must be stopped')
    .requiredOption('--from <file>', 'what backup has written')
    .option('--force', 'replace a database that has data; it is kept under another name', false)
    .action((options: { from: string, force: boolean }) => operations.restore(options).then(print))
  program.command('copy')
    .description('copies everything into another database, as of one moment, and compares both')
    .requiredOption('--to <url>', 'postgres://… or file:…, empty or from an earlier copy, which is replaced')
    .action((options: { to: string }) => operations.copy(options).then(print))

  program.command('export')
    .description('writes all active assets and projects as of one moment, while the service runs; figures come at the end')
    .addOption(new Option('--format <format>').choices(formats).default('ndjson'))
    .addOption(new Option('--for <reader>', 'with --format csv: what a spreadsheet may open').choices(['excel']))
    .option('--to <file>', 'standard output without it; a file that is there is not replaced')
    .option('--force', 'replace the file if there is one', false)
    .option('--email <email>', 'a user of the account to export; the first account without it')
    .action((options: { format: 'ndjson' | 'csv', for?: string, to?: string, force: boolean, email?: string }) =>
      operations.exportItems(options).then(printIfAny)
    )
  program.command('import')
    .description('writes the rows of a file into assets and projects, while the service runs; with exit code 1 where a row is wrong')
    .argument('<file>', 'a CSV, or lines of JSON, as export writes them')
    .requiredOption('--email <email>', 'the user on whose behalf')
    .addOption(new Option('--format <format>', 'what is in the file, where its name does not say it').choices(formats))
    .addOption(new Option('--mode <mode>').choices(modes).default('upsert'))
    .addOption(new Option('--key <column>', 'by which an item is known').choices(keys).default('external_id'))
    .option('--dry-run', 'only says what would happen', false)
    .action((file: string, options: ImportOptions & { format?: ImportFormat, email: string }) =>
      operations.importFile({ file, ...options }).then(print)
    )

  program.command('upload')
    .description('sends files to a service, from any machine: each becomes an asset of its name. What breaks off goes on where it was when the same command is given again. With --watch it sends what appears in a folder into a drop folder, until it is ended. With exit code 1 where a file was not taken')
    .argument('[file...]', 'the files')
    .option('--asset <id>', 'puts one file into this asset')
    .option('--watch <folder>', 'sends what is in this folder, and what appears there, when it has settled')
    .option('--to <id>', 'the drop folder that --watch sends into')
    .addOption(new Option('--after <what>', 'what becomes of a file that is in, with --watch: move puts it into the folder done')
      .choices(afterwards).default(undefined, 'keep'))
    .option('--once', 'ends --watch when what is in the folder is in')
    .option('--url <url>', 'where the service is; CUTROOM_URL, or the address of the settings, without it')
    .option('--key <key>', 'an API key; CUTROOM_KEY without it, where other users of this machine cannot see it')
    .action((files: string[], options: Omit<UploadOptions, 'files'>) =>
      operations.upload({ files, ...options }).then(print)
    )

  program.command('mcp')
    .description('serves agents by the Model Context Protocol, on standard input and output: they search and read what the key may see. CUTROOM_KEY is the key, CUTROOM_URL is where the service is')
    .option('--write', 'they also create and change items, and comment; nothing is deleted', false)
    .action((options: { write: boolean }) => operations.serveMcp(options))

  const media = program.command('media').description('the files of assets')
  media.command('verify')
    .description('compares the stored files with the database: what is missing, damaged, or known to nobody; with exit code 1 where there is any')
    .option('--quick', 'compares sizes only, and reads no file', false)
    .action((options: { quick: boolean }) => operations.verifyMedia(options).then(print))

  media.command('analyse')
    .description('looks into the files that nobody has looked into yet, while the service runs: what is in them, and previews')
    .option('--again', 'looks into all of them, and makes their previews anew', false)
    .action((options: { again: boolean }) => operations.analyseMedia(options).then(print))

  const history = program.command('history').description('what happened, as webhooks and /changes tell it')
  history.command('renew')
    .description('to be run after pg_restore, also while the service runs: cursors from before are refused, and sequences of webhooks go on 1,000,000 higher')
    .action(() => operations.renewHistory().then(print))

  const upgrade = program.command('upgrade').description('the step from one release to the next, beside which the one before goes on')
  upgrade.command('status')
    .description('says of which release the database is, whether its upgrade is finished, and which services are at work')
    .action(() => operations.showUpgrade().then(print))
  upgrade.command('finish')
    .description('begins what is new, once no service of an older release was at work for 30 seconds, and prints the status; where one is, with exit code 1')
    .action(() => operations.completeUpgrade().then(print))

  const search = program.command('search').description('the search index')
  search.command('rebuild')
    .description('builds it anew from the rows; until then nothing is found')
    .action(() => operations.rebuildIndex().then(print))
  search.command('verify')
    .description('compares it with the rows: what is missing, outdated, or there of no item; with exit code 1 where there is any')
    .action(() => operations.verifyIndex().then(print))

  for (const command of [program, ...groups, media, search, history, upgrade]) {
    command.allowExcessArguments().action(() => command.error(unknownCommand(command)))
    for (const each of [command, ...command.commands]) {
      each.exitOverride().showSuggestionAfterError(false).configureOutput({
        outputError: (text, write) => write(onOneLine(text))
      })
    }
  }
  return program
}

/** A variable that is not set would otherwise mean the default. */
function named (folder: string): string {
  if (folder.trim() === '') throw new InvalidArgumentError('It is the name of a folder.')
  return folder
}

/** Keeps the message on one line, even if an argument has line breaks. */
function onOneLine (text: string): string {
  return `${text.split('\n').map((line) => line.trim()).filter(Boolean).join(' ')}\n`
}

function unknownCommand (command: Command): string {
  const name = command.parent === null ? command.name() : `${command.parent.name()} ${command.name()}`
  const asked = command.args.length === 0 ? 'a command is missing' : `unknown command '${command.args[0]}'`
  return `error: ${asked}: ${name} --help lists them`
}
