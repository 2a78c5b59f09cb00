/** Wording: the findings of a piece of which the screen told what is wrong, as those of one that went the long way. */
import type { Finding } from '../../schemas/finding.ts';
import type { Totals } from './counts.ts';
import type { Cap } from './findings.ts';
import type { Told } from './flaw-remarks.ts';
import type { Piece } from './frames.ts';
import { placed } from './open.ts';
import { textFinding, withLines } from './roots.ts';
import type { Screen, ToldOfRoot } from './screen/screen.ts';
import { decoded } from './strict.ts';

/** What the report keeps of it, if anything; the rest is counted. */
export function keptOf({ stain, told }: ToldOfRoot, cap: Cap, totals: Totals): ToldOfRoot | undefined {
  const keepsStain = stain !== undefined && cap.keeps(stain);
  if (stain !== undefined && !keepsStain) totals.add(stain, 1);
  let kept: Told[] | undefined;
  for (const one of told) {
    if (cap.keeps(one)) (kept ??= []).push(one);
    else totals.add(one, 1);
  }
  return keepsStain || kept !== undefined ? { stain: keepsStain ? stain : undefined, told: kept ?? [] } : undefined;
}

/** `screen`: where the objects stand of which something was told. */
export function wordsOf({ stain, told }: ToldOfRoot, piece: Piece, screen: Pick<Screen, 'placing'>): readonly Finding[] {
  const ofText = stain === undefined ? [] : [textFinding(piece, stain)];
  if (told.length === 0) return ofText;
  const { placing } = screen;
  const inRoot = told.map(({ object, say }): Finding => {
    const finding = say!();
    return object === 0 ? finding : { ...finding, pointer: placing.objects[object]!.pointer + finding.pointer };
  });
  const inDelivery = placed(inRoot, { ...placing, root: { inFile: (pointer) => piece.pointer + pointer } });
  return [...ofText, ...withLines({ piece, text: decoded(piece.bytes) }, inDelivery)];
}
