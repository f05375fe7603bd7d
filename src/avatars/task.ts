/** The messages between the service and a process that makes an avatar. */

export interface AvatarTask {
  /** The picture as it was sent, which is only read. */
  readonly path: string
}

export type AvatarResult =
  /** In Base64. */
  | { readonly outcome: 'made', readonly bytes: string }
  /** No picture, one of another kind, a damaged one, or one beyond the limits. */
  | { readonly outcome: 'refused' }
  /** The package that decodes pictures is not installed. */
  | { readonly outcome: 'unable' }

/** Pixels of each side. */
export const AVATAR_SIZE = 256

export const LARGEST_AVATAR = 64 * 1024
