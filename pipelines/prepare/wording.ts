/** Wording: the findings of a piece of which the screen told what is wrong, as those of one that went the long way. */
import type { Finding } from '../../schemas/finding.ts';
import { placed } from './check.ts';
import type { Totals } from './counts.ts';
import type { Cap } from './findings.ts';
import type { Told } from './flaw-remarks.ts';
import type { Piece } from './frames.ts';
import { readPiece, withLines } from './roots.ts';
import type { Screen, ToldOfRoot } from './screen/screen.ts';
import { decoded } from './strict.ts';

/** What is to be said of one of the proven pieces. */
export interface ToldPiece {
  /** Its place in the block. */
  readonly piece: number;
  readonly findings: readonly Finding[];
}

interface Kept {
  /** Whether what is wrong with the text itself is kept. */
  readonly hasStain: boolean;
  readonly told: readonly Told[];
}

/** What the report keeps of it, if anything; the rest is counted. */
export function keptOf({ stain, told }: ToldOfRoot, cap: Cap, totals: Totals): Kept | undefined {
  const hasStain = stain !== undefined && cap.keeps(stain);
  if (stain !== undefined && !hasStain) totals.add(stain, 1);
  let kept: Told[] | undefined;
  for (const one of told) {
    if (cap.keeps(one)) (kept ??= []).push(one);
    else totals.add(one, 1);
  }
  return hasStain || kept !== undefined ? { hasStain, told: kept ?? [] } : undefined;
}

/** `screen`: where the objects stand of which something was told. */
export function wordsOf({ hasStain, told }: Kept, piece: Piece, screen: Pick<Screen, 'placing'>): readonly Finding[] {
  const stain = hasStain ? readPiece(piece).remarks.map(({ say }) => say()) : [];
  if (told.length === 0) return stain;
  const { placing } = screen;
  const inRoot = told.map(({ object, say }): Finding => {
    const finding = say!();
    return object === 0 ? finding : { ...finding, pointer: placing.objects[object]!.pointer + finding.pointer };
  });
  const inDelivery = placed(inRoot, { ...placing, root: { inFile: (pointer) => piece.pointer + pointer } });
  return [...stain, ...withLines({ piece, text: decoded(piece.bytes) }, inDelivery)];
}
