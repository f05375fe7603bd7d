import { Type, type Static, type TObject, type TPick, type TProperties } from '@sinclair/typebox'

/** What guests see of a thing that the API shows. A new key of the thing is hidden from them until it is named here. */
export interface GuestView<Shown extends TObject = TObject, Key extends PropertyKey = PropertyKey> {
  readonly schema: Shown
  /** Keeps these keys of a thing, those that it has. */
  readonly of: <Whole extends object>(thing: Whole) => Pick<Whole, Extract<keyof Whole, Key>>
}

/** Names the keys that guests see. `title` is the name of the schema. */
export function guestView<Properties extends TProperties, Key extends keyof Properties & string> (
  thing: TObject<Properties>, title: string, keys: readonly Key[]
): GuestView<TPick<TObject<Properties>, Key[]>, Key> {
  return {
    schema: Type.Pick(thing, [...keys], { title }),
    of: (whole) => Object.fromEntries(keys.filter((key) => key in whole).map((key) => [key, whole[key as never]])) as
      Pick<typeof whole, Extract<keyof typeof whole, Key>>
  }
}

export type SeenByGuests<View extends GuestView> = Static<View['schema']>
