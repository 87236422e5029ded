# Two commands matter: make demo and make test. SEED chooses the demo's workload.
SEED ?= 1
# SEEDS is how many schedules make simulate runs.
SEEDS ?= 100000
MVN ?= mvn -B -ntp
PYTHON ?= python3

# Nothing but its own tests needs the module that reads the stand-in with Debezium, nor its downloads.
WITHOUT_DEBEZIUM := -pl '!lab/debezium'
# Airflow and Dagster have environments of their own.
AIRFLOW := $(PYTHON) python/run.py --lock sensors/airflow/requirements.lock
DAGSTER := $(PYTHON) python/run.py --lock sensors/dagster/requirements.lock

# The Python package as it is in the checkout.
PACKAGE := PYTHONPATH=$(CURDIR)/python/src STRANDLINE_JARS=$(CURDIR)/python/target/jars

.DEFAULT_GOAL := help
.PHONY: api coverage help demo simulate test test-java test-python test-clients test-airflow test-dagster test-sqlserver build jars wheel size format soak bench clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 16

demo: jars ## run the main job on the embedded stand-in: changes, tables, verdicts (SEED=n)
	folder=$$(mktemp -d) && bin/strandline demo --seed $(SEED) --folder $$folder/warehouse && \
	  $(PACKAGE) $(PYTHON) python/run.py --lock python/demo.lock python/demo.py $$folder/warehouse

# Java's tests keep the machine busy alone; the others wait a lot, so two of them at a time. Each one's output comes whole.
test: test-java ## run every test, Java and Python
	$(MAKE) -j2 --output-sync=target test-python test-airflow test-dagster test-clients

test-java: ## all gates and Java tests; lists what was skipped
	$(MVN) verify
	$(PYTHON) lab/skipped_tests.py

simulate: ## run SEEDS seeds through the simulator and show what they reached (default 100000)
	$(MVN) -q test -pl kernel-core -Dtest='SimulationTest#everyInvariantHoldsInEverySeed' \
	  -Dstrandline.seeds=$$(( $(SEEDS) / 2 )) -Dstrandline.timeout=86400
	cat kernel-core/target/simulation.txt

test-sqlserver: ## checks and integration tests on a real SQL Server; fails where there is none
	$(MVN) test -pl lab/checks -am -Dstrandline.sqlserver=required \
	  -Dtest='SqlServerContainerTest,SqlServerContainerChecksTest' \
	  -Dsurefire.failIfNoSpecifiedTests=false

test-python: jars ## Python tests: tables read back by engines we did not write
	$(PYTHON) python/run.py -m ruff check python lab
	$(PYTHON) python/run.py -m mypy --config-file python/pyproject.toml python lab
	$(PYTHON) python/run.py -m mypy --config-file python/pyproject.toml --python-version 3.10 python/src
	$(PYTHON) python/run.py -m pyright -p python/pyproject.toml
	$(PYTHON) python/run.py -m pytest python

test-clients: build ## the conformance script through six clients, plain and with TLS
	$(PYTHON) python/run.py --lock lab/conformance/requirements.lock -m pytest lab/conformance

test-airflow: jars ## the Airflow provider in a real Airflow, its scheduler and triggerer included
	$(AIRFLOW) -m ruff check sensors/airflow
	$(AIRFLOW) -m mypy --config-file sensors/airflow/pyproject.toml sensors/airflow/src
	$(AIRFLOW) -m pytest sensors/airflow

test-dagster: jars ## dagster-strandline against Dagster, its daemon and web server, and the stand-in
	$(DAGSTER) -m ruff check sensors/dagster
	$(DAGSTER) -m mypy --config-file sensors/dagster/pyproject.toml sensors/dagster/src sensors/dagster/example
	$(DAGSTER) -m pytest -c sensors/dagster/pyproject.toml sensors/dagster

build: ## compile and package without tests
	$(MVN) -q package -DskipTests -Denforcer.skip $(WITHOUT_DEBEZIUM)

jars: build ## gather the jars that the Python package runs
	$(PYTHON) python/jars.py

wheel: jars ## make the Python package's wheel, in python/target/dist
	rm -rf python/target/dist
	cd python && $(PYTHON) run.py -m hatchling build -t wheel

size: wheel ## fail if the wheel is too large for a package index
	$(PYTHON) python/size.py python/target/dist/*.whl

format: ## format the Java and Python sources
	$(MVN) -q spotless:apply
	$(PYTHON) python/run.py -m ruff format python lab
	$(AIRFLOW) -m ruff format sensors/airflow
	$(DAGSTER) -m ruff format sensors/dagster

api: build ## compare the public classes of Java with those of the commit BASE
	$(PYTHON) lab/api_changes.py $(BASE)

coverage: ## write docs/lab/coverage.md: each known fact and grammar item with its test
	$(MVN) -q test -pl lab/checks -am -Dtest='CoverageTest#thePageIsUpToDate' \
	  -Dsurefire.failIfNoSpecifiedTests=false -Dstrandline.coverage.write=true

soak: ## the long forms of the tests (an hour and more); writes docs/soak-report.md
	$(MVN) verify -Psoak \
	  -Dtest='SimulationTest,KillTest,HistoryKillTest,ConcurrencyTest,PacketFuzzTest,StatementFuzzTest,S3LogStoreTest,S3TablesTest,ManyTablesTest,QuietYearTest,EndToEndScheduleTest' \
	  -Dstrandline.s3.rounds=200 -Dstrandline.s3.commits=100 -Dstrandline.control.rounds=5 -Dstrandline.quiet.days=365 \
	  -Dstrandline.history.kills=200 \
	  -Dstrandline.e2e.seeds=50 \
	  -Dsurefire.failIfNoSpecifiedTests=false $(WITHOUT_DEBEZIUM)
	$(PYTHON) lab/soak_report.py

bench: jars ## measure throughput and latency on this machine
	STRANDLINE_JAVA_OPTIONS="-Xmx2g" bin/strandline bench
	STRANDLINE_JAVA_OPTIONS="-Xmx2g" bin/strandline bench lab-speed
	STRANDLINE_JAVA_OPTIONS="-Xmx6g" bin/strandline bench lab-memory
	$(PACKAGE) $(PYTHON) python/run.py --lock python/demo.lock python/bench.py
	bin/strandline bench gateway

clean: ## remove build output; downloaded packages stay
	$(MVN) -q clean
