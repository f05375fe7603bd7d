import type { Permit, Signer } from '../../media/serve/signing.js'

/** What a token is for: one attempt of a step. */
export interface TokenOf {
  readonly stepId: string
  readonly attempt: number
}

/** Step, attempt, signature. */
const TOKEN = /^([0-9a-f-]{36})\.([1-9]\d?)\.([\w-]{43})$/

/** The tokens with which programs report. They are made of the secret that signs URLs, and stored nowhere. */
export function createStepTokens ({ signer }: { readonly signer: Signer }) {
  return {
    async make (of: TokenOf): Promise<string> {
      return `${of.stepId}.${of.attempt}.${await signer.sign(permitOf(of))}`
    },

    /** Null if it is none. */
    async read (token: string): Promise<TokenOf | null> {
      const [, stepId, attempt, signature] = TOKEN.exec(token) ?? []
      if (stepId === undefined) return null
      const of = { stepId, attempt: Number(attempt) }
      return await signer.isSigned(permitOf(of), signature!) ? of : null
    }
  }
}

export type StepTokens = ReturnType<typeof createStepTokens>

function permitOf ({ stepId, attempt }: TokenOf): Permit {
  return { purpose: 'run', fileId: `${stepId} ${attempt}`, expires: 0, userId: 0 }
}
