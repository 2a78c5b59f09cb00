/**
 * Changed notice: text for a holder whose file changed after it was taken, in plain Dutch and in English.
 * Not here: when a file is taken again (changed-files.ts).
 */
export interface ChangedFile {
  /** Name that the holder gave the file. */
  readonly name: string;
  /** The submission of the first taking. */
  readonly first: { readonly uuid: string; readonly bytes: number };
  /** The submission of the second taking. */
  readonly again: { readonly uuid: string; readonly bytes: number };
}

export function changedNotice({ name, first, again }: ChangedFile): string {
  return `${name}

Dit bestand is veranderd nadat het was opgehaald. Misschien was het nog niet klaar met schrijven.

- De eerste keer is het opgehaald als levering ${first.uuid}, met ${first.bytes} bytes.
  Het verslag dat hiernaast staat gaat alleen over die eerste keer.
- Nu heeft het ${again.bytes} bytes. Het wordt opnieuw opgehaald, als levering ${again.uuid}.
  Het nieuwe verslag komt in done/ of refused/, met ${again.uuid.slice(0, 8)} in de naam.

Wat de eerste levering heeft veranderd, blijft gelden tot een nieuwe levering het verandert. Een object dat alleen in de eerste levering
stond, blijft dus staan. Moet dat object weg? Verwijder het dan.

Zo voorkomt u dit: schrijf het bestand onder een naam die eindigt op .part, en geef het zijn eigen naam als het klaar is.

--

This file changed after it was taken. Perhaps its writer was not ready yet.

- The first time it was taken as submission ${first.uuid}, with ${first.bytes} bytes.
  The report that lies here is about that first time only.
- It has ${again.bytes} bytes now. It is taken again, as submission ${again.uuid}.
  Its new report comes to done/ or refused/, with ${again.uuid.slice(0, 8)} in its name.

What the first submission changed stays in effect until another submission changes it. An object that only the first one had therefore
stays. If it should not, delete it.

To prevent this, write the file under a name that ends in .part, and give it its own name when it is whole.
`;
}
