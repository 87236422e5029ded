"""What the triggerer runs; no Java machine is started here."""
