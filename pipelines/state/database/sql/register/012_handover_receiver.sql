-- A delivery of a holder to whom nothing was handed over looks for no handovers.
CREATE INDEX handover_receiver ON handover (to_holder);
