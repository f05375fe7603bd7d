import { join } from 'node:path'
import ts from 'typescript'
import { projectRoot } from '#src/basics/paths.js'
import type { Place } from './origins.js'

/** The names of a row, each with whether it may be missing. `isOpen` if there may be others. */
export interface RowType {
  readonly names: ReadonlyMap<string, { readonly isOptional: boolean }>
  readonly isOpen: boolean
}

/** Modules that no type of a row needs: reading them takes longer than all others. */
const UNREAD = /^(?![.#]|@sinclair\/)|generated/

/** The sources with statements, as the compiler reads them. */
export function readTypes (paths: readonly string[]) {
  const { options } = ts.getParsedCommandLineOfConfigFile(join(projectRoot, 'tsconfig.json'), { types: [] }, {
    ...ts.sys, onUnRecoverableConfigFileDiagnostic: ({ messageText }) => { throw new Error(String(messageText)) }
  })!
  const host = ts.createCompilerHost(options)
  const cache = ts.createModuleResolutionCache(projectRoot, (name) => name, options)
  host.resolveModuleNameLiterals = (literals, file, redirected, { ...its }) => literals.map(({ text }) =>
    UNREAD.test(text)
      ? { resolvedModule: undefined }
      : ts.resolveModuleName(text, file, its, host, cache, redirected, ts.ModuleKind.ESNext))
  const program = ts.createProgram(paths.map((path) => join(projectRoot, path)), options, host)
  const checker = program.getTypeChecker()
  const sourceOf = (path: string) => program.getSourceFile(join(projectRoot, path))!

  function callAt ({ path, line, column }: Place): ts.CallExpression {
    const source = sourceOf(path)
    const position = ts.getPositionOfLineAndCharacter(source, line - 1, column - 1)
    let found: ts.CallExpression | undefined
    const visit = (node: ts.Node): void => {
      if (position < node.getStart(source) || position >= node.end) return
      if (ts.isCallExpression(node) && position < node.expression.end) found = node
      ts.forEachChild(node, visit)
    }
    visit(source)
    if (found === undefined) throw new Error(`${path}:${line}:${column} is no call`)
    return found
  }

  /** The row of a type that is written in the first call. The others are those of the functions around it. */
  function rowOf (type: ts.Type, calls: readonly ts.CallExpression[]): RowType {
    if (type.flags & ts.TypeFlags.TypeParameter) return ofParameter(type, calls)
    if (type.isUnion()) return together(type.types.map((part) => rowOf(part, calls)), 'every')
    if (type.isIntersection()) return together(type.types.map((part) => rowOf(part, calls)), 'some')
    if (!(type.flags & ts.TypeFlags.Object)) throw new Error(`${checker.typeToString(type)} has no columns`)
    const names = checker.getPropertiesOfType(type)
      .map((name) => [name.name, { isOptional: (name.flags & ts.SymbolFlags.Optional) !== 0 }] as const)
    return { names: new Map(names), isOpen: type.getStringIndexType() !== undefined }
  }

  /** What was written for the parameter of a function, where the function was called. */
  function ofParameter (type: ts.Type, calls: readonly ts.CallExpression[]): RowType {
    const declaration = type.symbol.declarations![0] as ts.TypeParameterDeclaration
    const maker = declaration.parent as ts.SignatureDeclaration
    const index = maker.typeParameters!.indexOf(declaration)
    const depth = calls.findIndex((call) => !isInside(call, maker))
    const written = calls[depth]?.typeArguments?.[index]
    if (written === undefined) {
      const { fileName } = maker.getSourceFile()
      throw new Error(`call the function of ${fileName.slice(projectRoot.length)} with its types, as <${type.symbol.name}>`)
    }
    return rowOf(checker.getTypeFromTypeNode(written), calls.slice(depth))
  }

  return {
    /** The row that a statement was made with, from the calls that have made it. Null if it says nothing. */
    rowAt (places: readonly Place[]): RowType | null {
      const calls = places.map(callAt)
      const written = calls[0]!.typeArguments?.[0]
      return written === undefined ? null : rowOf(checker.getTypeFromTypeNode(written), calls)
    },

    /** Where `statement` is called with a name. */
    statementCalls (): string[] {
      return paths.flatMap((path) => {
        const source = sourceOf(path)
        const found: string[] = []
        const visit = (node: ts.Node): void => {
          if (ts.isCallExpression(node) && node.expression.getText(source) === 'statement' &&
            node.arguments[0]?.getText(source) !== "''") {
            found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`)
          }
          ts.forEachChild(node, visit)
        }
        visit(source)
        return found
      })
    }
  }
}

function isInside (node: ts.Node, outer: ts.Node): boolean {
  return node.getSourceFile() === outer.getSourceFile() && node.pos >= outer.pos && node.end <= outer.end
}

/** The names of several types. One of them may be missing, unless `every` part or `some` part has it. */
function together (parts: readonly RowType[], needed: 'every' | 'some'): RowType {
  const names = new Set(parts.flatMap((part) => [...part.names.keys()]))
  const isSet = (name: string) => (part: RowType) => part.names.get(name)?.isOptional === false
  return {
    names: new Map([...names].map((name) => [name, { isOptional: !parts[needed](isSet(name)) }])),
    isOpen: parts.some(({ isOpen }) => isOpen)
  }
}
