/** Nominal types for the few values whose silent mix-up is expensive: moments, receipts, CRS codes. */
declare const brand: unique symbol;
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
